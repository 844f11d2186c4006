export default {
  recoveryCodes: {
    title: 'Recovery codes',
    about:
      'If you lose your phone, a recovery code signs you in instead of the app. Each code works once.',
    left: 'Recovery codes left: {n}',
    none: 'You have no recovery codes. If you lose your phone, only an administrator can help.',
    few: 'Create new codes before they run out.',
    make: 'Create recovery codes',
    makeNew: 'Create new codes',
    makeNewQuestion: 'Create new recovery codes?',
    makeNewAbout: 'Your current codes will stop working.',
    shownOnce: 'These codes are shown only once.',
    keep: 'Store them apart from your phone, on paper or in a password manager. They work together with your password.',
    list: 'Your recovery codes',
    download: 'Download',
    print: 'Print',
    done: 'I have saved them',
    fileTitle: 'Recovery codes of {player} at {site}',
    fileAbout:
      'Each code works once, together with the password, instead of the code from the app.',
  },
}
