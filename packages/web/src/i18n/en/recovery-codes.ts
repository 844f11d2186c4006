/** Words of recovery codes in the account. */
export default {
  recoveryCodes: {
    title: 'Recovery codes',
    about:
      'If your phone is lost, a recovery code signs you in instead of the app. Each works once.',
    left: 'Recovery codes left: {n}',
    none: 'You have no recovery codes. Without them only an administrator helps if you lose your phone.',
    few: 'Make new ones before they run out.',
    make: 'Make recovery codes',
    makeNew: 'Make new codes',
    makeNewQuestion: 'Make new recovery codes?',
    makeNewAbout: 'The codes that you have now will no longer work.',
    shownOnce: 'These codes are shown only once.',
    keep: 'Keep them where you do not keep your phone: on paper or in a password manager. They work together with your password.',
    list: 'Your recovery codes',
    download: 'Download',
    print: 'Print',
    done: 'I have kept them',
    fileTitle: 'Recovery codes of {player} at {site}',
    fileAbout: 'Each works once, together with the password, instead of the code from the app.',
  },
}
