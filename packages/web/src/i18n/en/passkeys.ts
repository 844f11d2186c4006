export default {
  passkeys: {
    title: 'Passkeys',
    about:
      'Sign in with your fingerprint, your face or the PIN of your device, without a password.',
    what: 'What is a passkey?',
    add: 'Add a passkey',
    added: 'Passkey added.',
    removed: 'Passkey removed.',
    name: 'Name',
    rename: 'Rename',
    renameOf: 'Rename {name}',
    remove: 'Remove',
    removeQuestion: 'Remove the passkey “{name}”?',
    removeHint:
      'You can no longer sign in with it. Also delete it on your device, or the device keeps offering it.',
    since: 'Added on {day}',
    used: 'used {when}',
    unused: 'not used yet',
    copied: 'Possibly copied',
    copiedHint:
      'Another person may have this passkey, so it can no longer be used to sign in. Remove it.',
    elsewhere: 'Another address',
    elsewhereHint: 'It was created for {host} and does not work at this address.',
    oldBrowser: 'This browser does not support passkeys. Use a newer one.',
    whyNot: {
      http: 'Passkeys are not available here: they require an address with https.',
      ip: 'Passkeys are not available here: they require a domain name, not an IP address.',
    },
  },
}
