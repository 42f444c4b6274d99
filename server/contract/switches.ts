/** What operators can pause, by the names of the table `feature_switch`; what is not in it is on. */
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
