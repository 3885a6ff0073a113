"""Active Job and Sidekiq: classes whose instances perform."""
