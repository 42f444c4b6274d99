/**
 * Reserved handles: first path segments of pages, API calls and files (a profile's path is `/name`, and an existing
 * page wins), and words that could impersonate the service.
 */
export const RESERVED_NAMES: readonly string[] = `
404 about account accept admin api archive assets auth beginners callback card _catalogue comment
community companion companyinfo completed config contact dashboard demo dist door early e_ticket event events
faq favicon feed feedback follow followers following gate healthz help home icons images index legal
live login logout maintenance manifest media member message metrics monetization myroom new news
newroom null official operator pay payment payments policy pre_password_config privacy profile
public push reads readyz receipt refresh register report reset_password reset_password_config results robots room
room_official room_staff_official root screenshots search security seller service service_fee setting settings shop
sign_in sign_out signed_link signin signout signup site sitemap staff static status stripe subscribe support
system takedown takedowns talk terms test text thread ticket ticketbox tickets undefined unei unsubscribe upload user users
verify_mail webhook well_known www digitalticket
`
  .trim()
  .split(/\s+/)
