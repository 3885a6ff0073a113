#import "Shop.h"
#import <Foundation/Foundation.h>

#define LIMIT 10 //> def macro LIMIT
#define TWICE(n) (2 * (n)) //> def macro TWICE

/// A cart of things.
@interface Cart : NSObject <Named> { //> def class Cart; doc A cart of things.
    int _count; //> def field Cart._count
}
@property (nonatomic, copy) NSString *label; //> def property Cart.label
@property (nonatomic, copy) void (^handler)(int value); //> def property Cart.handler
// Adds an item.
- (int)add:(Item *)item to:(int)other; //> def method Cart.add:to:; doc Adds an item.
+ (instancetype)empty; //> def method Cart.empty
@end

@interface Cart (Shouting) //> def class Cart
- (void)shout; //> def method Cart.shout
@end

@protocol Named <NSObject> //> def interface Named
@required
@property (readonly) NSString *name; //> def property Named.name
- (NSString *)describe; //> def method Named.describe
@optional
- (void)paint:(int)color; //> def method Named.paint:
@end

typedef enum { Small, Large } Size; //> def enum Size; def constant Size.Small
typedef struct { int x; } Point; //> def struct Point; def field Point.x
struct Line { int length; }; //> def struct Line; def field Line.length
typedef void (^Handler)(int); //> def type Handler
typedef int Number; //> def type Number
NSString *const ShopName = @"shop"; //> def constant ShopName
static int counter = 0; //> def variable counter
extern NSString *const Outside; //> def constant Outside

@implementation Cart //> def class Cart
- (int)add:(Item *)item to:(int)other { //> def method Cart.add:to:
    int twice = helper(2); //> none twice; none helper
    return twice;
}
+ (instancetype)empty { return nil; } //> def method Cart.empty
@end

static int helper(int size) { //> def function helper
    return size;
}
int declared(int size); //> def function declared

@interface CartTests : XCTestCase //> def class CartTests
@end
@implementation CartTests
- (void)testAdds {} //> def method CartTests.testAdds; flag test CartTests.testAdds
@end

NS_ASSUME_NONNULL_BEGIN

@interface Ledger : NSObject //> def class Ledger
- (BOOL)save:(NSError * _Nullable __autoreleasing *)error; //> def method Ledger.save:
@property (nonatomic, strong) NSArray *rows SHOP_AVAILABLE(ios(10), macos(10.12)); //> def property Ledger.rows
- (void)closeWithReason:(NSString *)reason SHOP_DEPRECATED("use close"); //> def method Ledger.closeWithReason:
@end

NS_ASSUME_NONNULL_END

@implementation Ledger
- (void)closeWithReason:(NSString *)reason SHOP_DEPRECATED("use close") { //> def method Ledger.closeWithReason:
}
- (void)open { //> def method Ledger.open
}
@end
