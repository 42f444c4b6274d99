/** Features that operators can pause, as named in the table `feature_switch`; without a row a feature is on. */
export const SWITCHES = [
  'sign_up',
  'purchase',
  'new_room',
  'live',
  'message',
  'social_login',
  'notification',
] as const
export type SwitchName = (typeof SWITCHES)[number]
