package made;

public class Texts {}
