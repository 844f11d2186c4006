/** The page on which an owner connects a launcher. */
export default {
  connect: {
    title: 'Connect a launcher',
    product: 'What do your players start?',
    products: {
      laminara: 'Laminara',
      gravit: 'GravitLauncher',
      aurora: 'AuroraLauncher',
      gml: 'GML',
      azauth: 'A launcher with AzAuth: EML, azuriom-auth',
      authlib: 'HMCL, FjordLauncher, PCL: no launcher server',
      own: 'Code of your own',
    },
    address: 'Address of the launcher server',
    addressHint: 'The key works from here only. 127.0.0.1 is the machine of this site.',
    seen: '{ip} has asked, {when}',
    create: 'Create the key',
    another: 'Connect another one',
    made: 'The key works from {addresses}.',
    shownOnce: 'The key below is shown this once. Paste it now, or you will need another one.',
    step: {
      choose: '1. Choose',
      key: '2. Create the key',
      on: '2. Turn it on',
      paste: '3. Paste',
    },
    turnOn: 'Turn it on',
    isOn: 'It is on.',
    keyComing: 'It is on. Its key is being made, which takes up to a minute.',
    gravit:
      'Skins and capes work. Players cannot sign in through this site yet: GravitLauncher needs an OpenID provider for that, which is still to come.',
    files: 'Files of the module',
    withNode: '{file}, with Node inside',
    noNode:
      'portal needs Node 20.16 or newer for all users of the machine. The form with Node inside is in the release, as portal-linux-x64.gz.',
    game: 'Game server',
    games: {
      agent: 'Any version, with authlib-injector',
      hosts: '1.16.5 and newer, without another file',
      velocity: 'Velocity',
    },
    drag: 'Drag this into the window of HMCL',
    paste: {
      install: 'On the machine of the launcher server',
      check: 'Try the key there',
      settings: 'Settings of the launcher server',
      texture: 'LaunchServer.json, in the auth block',
      auroraKey: 'portal.json, beside the module',
      auroraAuth: 'LauncherServer: auth',
      gml: 'GML, custom authentication: address',
      azuriomAuth: 'Launcher with azuriom-auth',
      emlLib: 'Launcher with EML Lib',
      key: 'Key',
      address: 'Address for players to enter',
      site: 'Address of the site, for any other',
      call: 'A first call',
      agent: 'Java arguments, before -jar',
    },
    hint: {
      agent:
        'authlib-injector.jar lies beside the server; for 26.3 and newer it has to be its newest build. online-mode stays true.',
      hosts:
        'online-mode stays true. Each version takes the arguments that it knows and ignores the others; from 26.3 on that is the last one.',
      velocity: 'online-mode stays true here; it is off on the servers behind Velocity.',
    },
  },
  wait: {
    connected: 'Connected {when} as {ip}.',
    game: '{launcher}: last sign-in {when} from {ip}.',
    unknown:
      'A request with an unknown key came {when} from {ip}. Was the whole key pasted, and the launcher server restarted?',
    forbidden: 'Refused {when}: the key may not do this. Choose the right launcher above.',
    nothing:
      'Nothing has asked yet. Is the launcher server running, can it reach {url}, and is the firewall open?',
    nobody: 'Nobody has signed in yet. Add the address to a launcher and sign in.',
  },
  probe: {
    title: 'Try it out',
    about:
      'Signs in at {url} the way this launcher does, as a player whom nobody sees and who is gone afterwards.',
    start: 'Try it out',
    good: 'good',
    bad: 'not right',
    warning: 'wait',
    unknown: 'not tried',
    fine: 'Everything works.',
    wrong: 'Something does not work yet.',
  },
}
