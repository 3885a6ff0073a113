class Settings:
    API: str = "/v1"


settings = Settings()
