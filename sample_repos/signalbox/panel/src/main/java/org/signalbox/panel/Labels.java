package org.signalbox.panel;

final class Labels {
    private Labels() {}

    static String shorten(String label) {
        return shorten(label, 12);
    }

    static String shorten(String label, int width) {
        return label.length() <= width ? label : label.substring(0, width);
    }
}
