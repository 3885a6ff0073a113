plugins {
    kotlin("jvm") version "2.0.0"
    `maven-publish`
}

group = "org.acme.tempo"
version = "1.4.0"
