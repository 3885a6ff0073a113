# A class of jobs runs `perform` of an instance; where no class of the tree is meant, nothing is said of `perform`.
class TidyJob
  include Sidekiq::Job

  def perform(shelf); end
end

class Night
  def run(later)
    TidyJob.perform_async(1) #> implicit TidyJob.perform
    TidyJob.perform_sync(1) #> implicit TidyJob.perform
    TidyJob.perform_bulk([[1]]) #> implicit TidyJob.perform
    TidyJob.set(queue: "low").perform_in(5, 1) #> implicit TidyJob.perform
    OutsideJob.perform_later(1) #> external OutsideJob.perform_later; none perform
    later.perform_sync(1) #> unresolved perform_sync; none perform
  end
end
