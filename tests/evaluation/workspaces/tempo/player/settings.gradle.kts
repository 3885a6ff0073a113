rootProject.name = "player"
