package acme.model

class Parcel
class Letter
