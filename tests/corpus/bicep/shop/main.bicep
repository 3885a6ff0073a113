// Where it stands.
param location string = 'west' //> def variable location; doc Where it stands.
var rate = 2 //> def variable rate
resource store 'Microsoft.Storage/storageAccounts@2023-01-01' = { //> def class store
  name: 'shop' //> none *
}
module net './net.bicep' = { //> def module net; import net.bicep::
  name: 'net'
}
output name string = store.name //> def property name; none store
type price = int //> def type price
func twice(a int) int => a //> def function twice
