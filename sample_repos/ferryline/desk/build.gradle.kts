plugins {
    kotlin("jvm")
}

dependencies {
    implementation(project(":core"))
}
