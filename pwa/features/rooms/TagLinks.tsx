import { paths } from '#pwa/lib/paths.ts'
import { LinkChips } from '#pwa/ui/layout/LinkChips.tsx'

interface TagLinksProps {
  /** Missing in data of the last release, in a device's offline store. */
  tags: readonly string[] | undefined
}

/** The tags of a room or an event, each a link to what else has it. */
export const TagLinks = ({ tags = [] }: TagLinksProps) =>
  tags.length > 0 && (
    <LinkChips
      wrap
      label="タグ"
      chips={tags.map((tag) => ({
        name: tag,
        label: `#${tag}`,
        to: paths.results('', { tag }),
      }))}
    />
  )
