require "parcel_labels"

class Exhibit
  def label
    ParcelLabels::Label.parse("old").render
  end
end
