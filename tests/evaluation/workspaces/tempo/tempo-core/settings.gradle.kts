rootProject.name = "tempo-core"
