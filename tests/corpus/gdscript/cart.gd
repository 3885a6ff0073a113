class_name Cart #> def class Cart
extends Node

signal changed(item) #> def property changed
enum Color { RED, GREEN } #> def enum Color; def constant Color.RED; def constant Color.GREEN
const LIMIT = 10 #> def constant LIMIT
@export var count: int = 1 #> def variable count
var items := [] #> def variable items
@onready var view = $View #> def variable view

## Adds an item.
func add(item, times = 1) -> int: #> def function add; doc Adds an item.
	var price = item.price #> none price
	return price * times

static func make(): #> def function make
	return Cart.new() #> none Cart

func _init(): #> def constructor _init
	pass

class Line extends Node: #> def class Line
	var text = "" #> def field Line.text
	func show(): #> def method Line.show
		pass

func test_add(): #> def function test_add; flag test test_add
	add(1) #> none add
