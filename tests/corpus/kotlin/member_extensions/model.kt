package acme.model

class Parcel(val name: String) {
    fun own() = name
}
