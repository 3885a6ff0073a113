import "./augment";

export function use(settings: Settings, locals: App.Locals, local: Local) { //> ref globals.d.ts::Settings exact; ref augment.ts::Settings; ref App.Locals; unresolved Local
  settings.reload(); //> call Settings.reload
  settings.save().list().go(); //> call Settings.save; call Api.list; call Shared.go
  track(BUILD).reload(); //> call track exact; ref BUILD; call Settings.reload
  locals.user.reload(); //> ref App.Locals.user; call Settings.reload
  cached?.go(); //> ref cached; call Shared.go
  window.settings.reload(); //> ref Window.settings; call Settings.reload
  window.api.list(); //> ref Window.api; call Api.list
  hidden(); //> unresolved hidden
}

export function shadowed(track: (name: string) => void) {
  track("x"); //> none track
}
