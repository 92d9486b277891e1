import Library

var reader = Reader()
print(try reader.read(Value(5)) == 6 ? "right" : "wrong")
