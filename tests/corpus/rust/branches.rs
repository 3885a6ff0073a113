//! A case without data, beside one with data: what the other holds is known all the same.
pub struct Bell;

impl Bell {
    fn ring(&self) {}
}

fn chosen(flag: bool, bell: Bell) {
    let held = if flag { Some(bell) } else { None };
    if let Some(each) = held {
        each.ring(); //> call Bell.ring typed
    }
}

fn matched(flag: bool) -> Result<Option<Bell>, u8> {
    let held = match flag {
        true => Some(Bell),
        false => None,
    };
    held.as_ref().unwrap().ring(); //> call Bell.ring typed
    Ok(held)
}
