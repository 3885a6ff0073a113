module Bookloan::Notices
  class Base
    def deliver(member)
      write(compose(member))
    end

    def compose(member)
      "Dear #{member.name}"
    end

    def write(text)
      raise NotImplementedError
    end
  end
end
