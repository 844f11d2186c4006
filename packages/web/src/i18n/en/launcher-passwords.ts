export default {
  launcherPasswords: {
    title: 'Launcher passwords',
    about:
      'For HMCL, PCL and other launchers that take the address of a site. A launcher password works only for playing and needs no code, even with two-factor authentication on.',
    name: 'Password name',
    hint: 'For example “HMCL at home”',
    make: 'Create a password',
    shown: 'Password for {name}',
    once: 'Enter it in the launcher together with your name. It is shown only once: if you lose it, create another one.',
    password: 'Launcher password',
    done: 'Done',
    since: 'Created on {day}',
    used: 'used {when}',
    unused: 'not used yet',
    revoke: 'Revoke',
    revokeQuestion: 'Revoke the password “{name}”?',
    revokeHint: 'The launcher that uses it is signed out of the game.',
    revoked: 'Launcher password revoked.',
    leave: {
      title: 'Leave without the password?',
      text: 'The launcher password is shown only once. You have not copied it yet.',
    },
  },
}
