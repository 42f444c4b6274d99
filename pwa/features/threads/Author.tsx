import type { Thread } from '#contract/threads.ts'
import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { By } from '#pwa/ui/By.tsx'
import { Face } from '#pwa/ui/Face.tsx'

/** Who wrote it, and how long ago. */
export function Author({ member, at }: { member: Thread['member']; at: string }) {
  const now = useNow()
  return (
    <p className="row row-s">
      <Face src={member.icon_image_small_path} size="s" />
      <span className="grow small strong">
        <By name={member.display_name} official={member.official_flg === 1} />
      </span>
      <time className="note muted" dateTime={at}>
        {relative(at, now)}
      </time>
    </p>
  )
}
