/** Words about the file with everything that the site keeps about a player. */
export default {
  ownData: {
    title: 'Your data',
    about:
      'Everything we keep about you in one zip file: account, devices, e-mails, history and skins. Passwords and keys are not in it.',
    mailedHint: 'We send a link to {address}. It works once, within 24 hours.',
    ask: 'Send me the link',
    mailed: 'A link is on its way to {address}. It works once, until {until}.',
    download: 'Download my data',
    saved: '{name} is in your downloads. README.txt in it says what is what.',
    pageAbout:
      'One zip file with everything we keep about you. It downloads only once, so use a device of your own.',
    doneTitle: 'Your data is downloaded',
    expiredTitle: 'This link no longer works',
    expired: 'A link works once, within 24 hours. Your profile has a button for a new one.',
    toProfile: 'Open my profile',
  },
}
