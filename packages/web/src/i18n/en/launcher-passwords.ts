/** Words of the card with the passwords for launchers. */
export default {
  launcherPasswords: {
    title: 'Launcher passwords',
    about:
      'For HMCL, PCL and other launchers that let you enter the address of a site. Such a password opens the game alone, so your own stays here. It needs no code, even with two-factor authentication on.',
    name: 'Which launcher is it for?',
    hint: 'For example “HMCL at home”',
    make: 'Make a password',
    shown: 'Password for {name}',
    once: 'Enter it in the launcher together with your name. It is shown only now: if it gets lost, make another one.',
    password: 'Launcher password',
    done: 'Done',
    since: 'Made on {day}',
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
