export default {
  agree: {
    title: 'Before you continue',
    changed: 'There is a new version. Read it and agree to continue.',
    first: 'Read this and agree to continue.',
    age: 'This site has a minimum age. Your date of birth is not needed.',
    since: 'You agreed to the previous version on {day}.',
    tick: 'Confirm your age to continue.',
    submit: 'I agree',
    goOn: 'Continue',
    otherwise: 'I do not agree',
    leaving:
      'You cannot continue without agreeing. You can still get your data or delete your account.',
  },
}
