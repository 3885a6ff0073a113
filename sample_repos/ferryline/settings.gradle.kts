rootProject.name = "ferryline"

include(":core", ":desk")
