global using Xunit;
global using Beacon.Core;
global using Beacon.Core.Signals;
