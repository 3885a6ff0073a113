export const read = (settings: Settings, tool: Tool) => settings.tool; //> ref tools/own.d.ts::Settings; ref Settings.tool
