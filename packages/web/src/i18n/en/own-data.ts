export default {
  ownData: {
    title: 'Your data',
    about:
      'One ZIP file with everything we store about you: account, devices, e-mails, history and skins. It contains no passwords or keys.',
    mailedHint: 'We send a link to {address}. It works once, within 24 hours.',
    ask: 'Send me the link',
    mailed: 'We sent a link to {address}. It works once, until {until}.',
    download: 'Download my data',
    saved: '{name} is in your downloads. README.txt explains its contents.',
    pageAbout:
      'One ZIP file with everything we store about you. You can download it only once, so use your own device.',
    doneTitle: 'Your data is downloaded',
    expiredTitle: 'This link no longer works',
    expired: 'A link works once, within 24 hours. You can request a new one in your profile.',
    toProfile: 'Open my profile',
  },
}
