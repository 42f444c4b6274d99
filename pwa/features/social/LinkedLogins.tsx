import { useState } from 'react'
import { site } from '#contract/site/calls.ts'
import {
  SOCIAL_NAMES,
  SOCIAL_PROVIDERS,
  type SocialProvider,
  social,
} from '#contract/social/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { date } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { ProofSheet } from './ProofSheet.tsx'

interface Way {
  provider: SocialProvider
  linkedAt: string | null
}

/** The social logins that can be linked; nothing if none is configured. */
export function LinkedLogins() {
  const config = useLoad(site.getConfig, {})
  const ways = useLoad(social.listWays, {})
  const [selected, setSelected] = useState<Way | null>(null)
  const linkedAt = (provider: SocialProvider) =>
    ways.data?.identities.find((one) => one.provider === provider)?.linked_at ?? null
  const shown = SOCIAL_PROVIDERS.filter(
    (provider) => config.data?.social.includes(provider) || linkedAt(provider),
  )
  if (shown.length === 0) return null
  return (
    <Section title="ほかのサービスでのログイン">
      <Loaded of={ways} skeleton={<SkeletonRows count={shown.length} />}>
        {({ password }) => (
          <>
            <List carded>
              {shown.map((provider) => (
                <WayRow
                  key={provider}
                  way={{ provider, linkedAt: linkedAt(provider) }}
                  onAsk={setSelected}
                />
              ))}
            </List>
            {selected && (
              <ProofSheet
                provider={selected.provider}
                isLinked={selected.linkedAt !== null}
                hasPassword={password}
                onClose={() => setSelected(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function WayRow({ way, onAsk }: { way: Way; onAsk: (way: Way) => void }) {
  const name = SOCIAL_NAMES[way.provider]
  const what = way.linkedAt ? '解除する' : '連携する'
  return (
    <ListRow
      leading={<Icon name="link" />}
      title={name}
      note={way.linkedAt ? `${date(way.linkedAt)} から連携中` : '連携していません'}
      trailing={
        <Button
          variant="secondary"
          size="s"
          onClick={() => onAsk(way)}
          aria-label={`${name}${way.linkedAt ? 'との連携を' : 'と'}${what}`}
        >
          {what}
        </Button>
      }
    />
  )
}
