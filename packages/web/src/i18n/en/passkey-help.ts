export default {
  passkeyHelp: {
    title: 'What is a passkey?',
    lead: 'A passkey lets you sign in the way you unlock your device: with a fingerprint, a face or a PIN. There is no password to remember or to steal.',
    howTitle: 'How it works',
    how: 'Your phone, computer or security key creates a key for this site only and stores it. When you sign in, the device checks that it is you and proves to the site that it has the key. Your fingerprint and your face never leave the device, and the site never receives the key.',
    whyTitle: 'Why it is safer',
    whySites: 'It works only on this site. A page that imitates ours gets nothing.',
    whyCode: 'It needs both the device and you, so no code is required.',
    whyLeak: 'The site stores nothing that could be used to sign in as you.',
    addTitle: 'How to get one',
    add: 'Open Security in your account and press “Add a passkey”. Add one on each device, or let your Google, Apple or Microsoft account or your password manager sync it.',
    lostTitle: 'If you lose the device',
    lost: 'Your password keeps working. Sign in with it, open Security and remove the passkey of that device. A thief cannot use it without your fingerprint, face or PIN.',
    gameTitle: 'And the launcher?',
    game: 'Launchers still require a name and a password. Keep your password.',
    toSecurity: 'Open Security',
  },
}
