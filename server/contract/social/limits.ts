/** Social login: time at the provider, and time to complete the registration afterwards. */
export const SOCIAL_AWAY_S = 10 * 60
export const SOCIAL_BACK_S = 60 * 60
