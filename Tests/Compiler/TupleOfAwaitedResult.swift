// Compiled with -O. The first element of a tuple is lost if the second one is created from an awaited call with a typed error.
struct Refused: Error {}

@inline(never) func answer(_ number: Int) async throws(Refused) -> [Int] {
    await Task.yield()
    if number > 1000 { throw Refused() }
    return [number]
}

nonisolated(nonsending) func numbers() async -> Set<Int> {
    await withTaskGroup(of: (Int, Result<[Int], Refused>).self) { group in
        for number in 0..<20 {
            group.addTask {
                do throws(Refused) { return (number, .success(try await answer(number))) } catch {
                    return (number, .failure(error))
                }
            }
        }
        var numbers: Set<Int> = []
        for await (number, _) in group { numbers.insert(number) }
        return numbers
    }
}

@main struct Main {
    nonisolated static func main() async { print(await numbers().count == 20 ? "right" : "wrong") }
}
