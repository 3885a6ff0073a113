interface Settings {
  tool: string;
}
interface Tool {
  settings: Settings; //> ref tools/own.d.ts::Settings
}
