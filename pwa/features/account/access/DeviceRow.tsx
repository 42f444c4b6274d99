import type { DeviceSession } from '#contract/auth/calls.ts'
import { dateTime, relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

export function DeviceRow({ session, onEnd }: { session: DeviceSession; onEnd: () => void }) {
  const { device, created_at, last_seen_at, current } = session
  const now = useNow()
  return (
    <ListRow
      leading={<Icon name="device" />}
      title={device}
      note={
        <>
          {current ? 'いま使っています' : `最後の利用 ${relative(last_seen_at, now)}`}
          <br />
          {dateTime(created_at)} から
        </>
      }
      trailing={
        current ? (
          <Badge tone="positive" icon="check">
            この端末
          </Badge>
        ) : (
          <Button
            variant="secondary"
            size="s"
            onClick={onEnd}
            aria-label={`${device}からログアウト`}
          >
            ログアウト
          </Button>
        )
      }
    />
  )
}
