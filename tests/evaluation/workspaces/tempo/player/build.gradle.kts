plugins {
    kotlin("jvm") version "2.0.0"
}

group = "org.acme.player"

dependencies {
    implementation(libs.tempo.core)
}
