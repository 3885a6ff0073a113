import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.repository.CrudRepository;

/** Repositories that nobody implements hand out what they are declared for. */
class Guest {
  String name() {
    return "";
  }
}

class Badge {
  Badge(Guest guest) {}

  void print() {}
}

interface Guests extends JpaRepository<Guest, Long> {
  Guest findByName(String name);
}

interface Others extends CrudRepository<Guest, Long> {}

class Repositories {
  private Guests guests;
  private Others others;

  void use(Pageable page) {
    guests.findById(1L).get().name(); //> external CrudRepository.findById; call Guest.name typed
    guests.findById(1L).orElseGet(Guest::new).name(); //> call Guest.name typed
    guests.save(new Guest()).name(); //> call Guest.name typed
    guests.findAll().forEach(each -> each.name()); //> call Guest.name typed
    guests.findByName("a").name(); //> call Guests.findByName; call Guest.name typed
    for (Guest each : others.findAll()) {
      each.name(); //> call Guest.name
    }
    Page<Badge> badges = guests.findAll(page).map(Badge::new); //> ref Badge.Badge
    badges.getContent().get(0).print(); //> call Badge.print typed
    guests.findAll(page).map(Badge::new).forEach(badge -> badge.print()); //> call Badge.print typed
    guests.deleteEveryone(); //> unresolved deleteEveryone
  }

  List<Guest> all() {
    return guests.findAll();
  }
}
