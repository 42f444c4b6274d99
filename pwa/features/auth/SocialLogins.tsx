import { API_BASE } from '#contract/http/endpoint.ts'
import { site } from '#contract/site/calls.ts'
import { SOCIAL_NAMES } from '#contract/social/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import css from './SocialLogins.module.css'

/** The social logins; nothing if none is configured. */
export function SocialLogins() {
  const { data } = useLoad(site.getConfig, {})
  const paused = usePaused('social_login')
  if (!data || data.social.length === 0) return null
  if (paused) return <Paused name="social_login" />
  return (
    <>
      <p className={css.or}>
        <span>または</span>
      </p>
      <div className={css.ways}>
        {data.social.map((provider) => (
          <Button key={provider} variant="secondary" size="s" href={`${API_BASE}/auth/${provider}`}>
            {SOCIAL_NAMES[provider]}でログイン
          </Button>
        ))}
      </div>
    </>
  )
}
