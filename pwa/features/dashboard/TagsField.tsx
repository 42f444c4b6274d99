import { joinTags, splitTags, TAGS_MAX, tagsIn } from '#contract/shared/tags.ts'
import { TagsInput } from '#pwa/ui/forms/TagsInput.tsx'

interface TagsFieldProps {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** The tags of a room or an event; the form has them as one text. */
export const TagsField = ({ value, onChange, ...wiring }: TagsFieldProps) => (
  <TagsInput
    label="タグ"
    hint={`さがす方の目印になる短い言葉です。1つ入力するごとに改行してください（${TAGS_MAX.count}個、各${TAGS_MAX.length}文字まで）`}
    {...wiring}
    max={TAGS_MAX.count}
    parse={tagsIn}
    value={splitTags(value)}
    onChange={(tags) => onChange(joinTags(tags))}
  />
)
