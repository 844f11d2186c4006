/** Texts of the page that connects a launcher. */
export default {
  connect: {
    title: 'Connect a launcher',
    product: 'Launcher',
    products: {
      laminara: 'Laminara',
      gravit: 'GravitLauncher',
      aurora: 'AuroraLauncher',
      gml: 'GML',
      azauth: 'A launcher with AzAuth: EML, azuriom-auth',
      authlib: 'HMCL, FjordLauncher, PCL: no launcher server',
      own: 'Your own code',
    },
    address: 'Address of the launcher server',
    addressHint: 'The key works only from this address. 127.0.0.1 is the machine of this site.',
    seen: 'Request from {ip}, {when}',
    create: 'Create the key',
    another: 'Connect another one',
    made: 'The key works from {addresses}.',
    shownOnce: 'The key below is shown only once. Paste it now, or you will need another one.',
    step: {
      choose: '1. Choose',
      key: '2. Create the key',
      on: '2. Turn it on',
      paste: '3. Paste',
    },
    turnOn: 'Turn it on',
    isOn: 'It is on.',
    keyComing: 'It is on. Its key is being created, which takes up to a minute.',
    gravit:
      'Skins and capes work. Players cannot sign in through this site yet: GravitLauncher needs an OpenID provider for that, which is not available yet.',
    files: 'Module files',
    withNode: '{file}, includes Node',
    noNode:
      'portal needs Node 20.16 or newer, installed for all users of the machine. The variant that includes Node is in the release: portal-linux-x64.gz.',
    game: 'Game server',
    games: {
      agent: 'Any version, with authlib-injector',
      hosts: '1.16.5 and newer, without extra files',
      velocity: 'Velocity',
    },
    drag: 'Drag this into the HMCL window',
    paste: {
      install: 'On the machine of the launcher server',
      check: 'Check the key there',
      settings: 'Settings of the launcher server',
      texture: 'LaunchServer.json, in the auth block',
      auroraKey: 'portal.json, next to the module',
      auroraAuth: 'LauncherServer: auth',
      gml: 'GML, custom authentication: address',
      azuriomAuth: 'Launcher with azuriom-auth',
      emlLib: 'Launcher with EML Lib',
      key: 'Key',
      address: 'Address for players to enter',
      site: 'Site address, for other launchers',
      call: 'First request',
      agent: 'Java arguments, before -jar',
    },
    hint: {
      agent:
        'Put authlib-injector.jar next to the server; 26.3 and newer need its latest build. Keep online-mode true.',
      hosts:
        'Keep online-mode true. Each version uses the arguments that it knows and ignores the others; 26.3 and newer need only the last one.',
      velocity: 'Keep online-mode true here, and false on the servers behind Velocity.',
    },
  },
  wait: {
    connected: 'Connected {when} as {ip}.',
    game: '{launcher}: last sign-in {when} from {ip}.',
    unknown:
      'A request with an unknown key came {when} from {ip}. Check that the whole key is pasted, and restart the launcher server.',
    forbidden: 'Refused {when}: this key is for another launcher. Choose the right launcher above.',
    nothing:
      'No requests yet. Check that the launcher server runs, can reach {url} and is not blocked by a firewall.',
    nobody: 'No sign-in yet. Add the address to a launcher and sign in.',
  },
  probe: {
    title: 'Sign-in test',
    about: 'Runs a test sign-in at {url} with a temporary, hidden player.',
    start: 'Run the test',
    good: 'OK',
    bad: 'failed',
    warning: 'wait',
    unknown: 'not tested',
    fine: 'Everything works.',
    wrong: 'Something does not work yet.',
  },
}
