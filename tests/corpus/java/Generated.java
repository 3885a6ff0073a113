import java.util.List;
import lombok.AccessLevel;
import lombok.Data;
import lombok.Getter;
import lombok.Setter;
import lombok.experimental.Accessors;
import lombok.extern.slf4j.Slf4j;

/** Accessors that nobody wrote stand for the field that they are about; those that somebody wrote for themselves. */
@Data
class Account {
  static int count;

  private final Branch branch;
  private boolean open;
  private String name;

  @Getter(AccessLevel.NONE)
  private String secret;

  public void setName(String name) {
    this.name = name.trim();
  }
}

class Branch {
  @Getter private List<Account> accounts;
  @Setter private boolean isMain;
  private int hidden;

  void close() {}
}

@Data
@Accessors(chain = false, fluent = false)
class Plain {
  private Branch branch;
}

@Data
@Accessors(chain = true)
class Chained {
  private Branch branch;

  void end() {}
}

class Savings extends Account {}

@Slf4j
class Generated {
  void reads(Account account, List<Account> all) {
    account.getBranch().close(); //> ref Account.branch; call Branch.close typed
    account.isOpen(); //> ref Account.open
    account.setOpen(true); //> ref Account.open
    account.setName("a"); //> call Account.setName; none Account.name
    account.getSecret(); //> none Account.secret; unresolved getSecret
    account.getCount(); //> none Account.count
    account.setBranch(null); //> none Account.branch
    all.stream().map(Account::getBranch).forEach(Branch::close); //> ref Account.branch; ref Branch.close
    for (Account each : account.getBranch().getAccounts()) { //> ref Branch.accounts
      each.getBranch().setMain(true); //> ref Branch.isMain
    }
    account.getBranch().getHidden(); //> none Branch.hidden; unresolved getHidden
    new Savings(null).getBranch().close(); //> ref Account.branch; call Branch.close
    Plain plain = new Plain();
    plain.getBranch().close(); //> ref Plain.branch; call Branch.close
    new Chained().setBranch(null).end(); //> ref Chained.branch; call Chained.end
    log.info("read"); //> external org.slf4j.Logger.info; none *
  }
}
