import Foundation
import Testing

@testable import IOSProjects

/// The classes that Xcode generates from Core Data's models.
@Suite struct CoreDataModelTests {
    private let model = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" sourceLanguage="Swift">
            <entity name="Order" representedClassName=".Order" codeGenerationType="class">
                <attribute name="default" optional="YES" attributeType="String"/>
                <attribute name="count" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
                <attribute name="isPaid" attributeType="Boolean" usesScalarValueType="YES"/>
                <attribute name="price" attributeType="Decimal"/>
                <attribute name="weight" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
                <attribute name="tags" optional="YES" attributeType="Transformable" customClassName="[String]"/>
                <relationship name="pizzas" toMany="YES" ordered="YES" destinationEntity="Pizza" inverseName="order"/>
                <relationship name="customer" maxCount="1" destinationEntity="Customer"/>
            </entity>
            <entity name="Pizza" representedClassName="Pizza" parentEntity="Order" codeGenerationType="class"/>
            <entity name="Customer" representedClassName="Person" codeGenerationType="category">
                <attribute name="born" attributeType="Date" usesScalarValueType="YES"/>
            </entity>
            <entity name="Own" representedClassName="Own" codeGenerationType="none"><attribute name="a"/></entity>
        </model>
        """

    private func declarations() throws -> [String: CoreDataModel.Declaration] {
        let folder = try Folder()
        try folder.write("<model/>", to: "Shop.xcdatamodeld/Shop 3.xcdatamodel/contents")
        try folder.write(model, to: "Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
        try folder.write(
            "<plist><dict><key>_XCCurrentVersionName</key><string>Shop 2.xcdatamodel</string></dict></plist>",
            to: "Shop.xcdatamodeld/.xccurrentversion")
        return CoreDataModel.declarations(in: [folder.url.appending(path: "Shop.xcdatamodeld")])
    }

    @Test func aClassHasTheAttributesAndRelationshipsOfItsEntity() throws {
        let found = try declarations()
        #expect(found.keys.sorted() == ["Order", "Person", "Pizza"])
        #expect(
            found["Order"]?.text == """
                nonisolated open class Order: NSManagedObject {
                    public class func fetchRequest() -> NSFetchRequest<Order> { NSFetchRequest(entityName: "Order") }
                    public var `default`: String? { get { nil } set {} }
                    public var `count`: Int32 { get { 0 } set {} }
                    public var `isPaid`: Bool { get { false } set {} }
                    public var `price`: NSDecimalNumber? { get { nil } set {} }
                    public var `weight`: NSNumber? { get { nil } set {} }
                    public var `tags`: [String]? { get { nil } set {} }
                    public var `pizzas`: NSOrderedSet? { get { nil } set {} }
                    public func addToPizzas(_ value: Pizza) {}
                    public func addToPizzas(_ value: NSOrderedSet) {}
                    public func removeFromPizzas(_ value: Pizza) {}
                    public func removeFromPizzas(_ value: NSOrderedSet) {}
                    public var `customer`: Person? { get { nil } set {} }
                }
                """)
        #expect(found["Pizza"]?.text.hasPrefix("nonisolated open class Pizza: Order {") == true)
        #expect(found["Person"]?.isExtension == true)
        #expect(found["Person"]?.text.contains("`born`: TimeInterval { get { 0 } set {} }") == true)
    }

    @Test func onlyAUnitThatUsesAClassHasTheClasses() throws {
        let models = try declarations()
        func text(_ code: String) -> String? {
            StandIns.declarations(for: [SwiftFile(URL(filePath: "/A.swift"), code)], models: models)
        }
        #expect(text("import CoreData\nlet a = 1") == nil)
        #expect(text("import SwiftUI\nlet order = Order()") == nil, "without Core Data, it is another type of that name")
        #expect(text("import SwiftUI\nstruct Orders { @FetchRequest var all: FetchedResults<Order> }") != nil)
        let used = try #require(text("import CoreData\nlet orders: [Order] = []"))
        #expect(used.contains("open class Order") && used.contains("open class NSManagedObject"))
        #expect(!used.contains("extension Person") && !used.contains("FetchedResults"))
        #expect(used.hasSuffix("nonisolated open class Person: NSManagedObject {}\n"), "a customer of an order has a class")
        let own = try #require(
            text("import CoreData\nimport SwiftUI\nclass Person: NSManagedObject { var o: Order? }\nclass Pizza {}"))
        #expect(own.contains("extension Person") && own.contains("FetchedResults"))
        #expect(!own.contains("class Pizza") && !own.contains("class Person"))
    }

    @Test func aModelThatCannotBeReadHasNoClasses() {
        #expect(CoreDataModel.declarations(in: [URL(filePath: "/nowhere.xcdatamodeld")]).isEmpty)
    }
}
