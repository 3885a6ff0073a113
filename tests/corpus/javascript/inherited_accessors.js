// An accessor that a subclass inherits runs when it is read or written through an instance of the subclass.

class Timer {
  start() {}
  stop() {}
}

class Clock {
  constructor() {
    this.inner = new Timer();
  }
  get timer() {
    return this.inner;
  }
  set timer(value) {
    this.inner = value;
  }
  get label() {
    return "clock";
  }
}

class Alarm extends Clock {
  ring() {
    this.timer.start(); //> call Timer.start; ref Clock.timer
    return super.timer.stop(); //> call Timer.stop; ref Clock.timer
  }
}

class Radio extends Alarm {
  get label() {
    return "radio";
  }
}

const alarm = new Alarm();
alarm.timer.start(); //> call Timer.start; ref Clock.timer
alarm.timer = new Timer(); //> ref Clock.timer
alarm.label; //> ref Clock.label; none Radio.label

const radio = new Radio();
radio.timer.stop(); //> call Timer.stop; ref Clock.timer
radio.label; //> ref Radio.label; none Clock.label

class Stranger {
  get timer() {
    return 1;
  }
}
new Stranger().timer; //> none Clock.timer
const clock = new Clock();
clock.timer.start(); //> call Timer.start; ref Clock.timer
clock.timer = new Timer(); //> ref Clock.timer

class Watch extends Clock {
  reset() {
    this.timer = new Timer(); //> ref Clock.timer
    this.timer.start(); //> call Timer.start; ref Clock.timer
  }
}
const watch = new Watch();
watch.timer.stop(); //> call Timer.stop; ref Clock.timer
watch.extra = new Timer();
watch.extra.stop(); //> call Timer.stop
