import { StampPicture, type StampPictureProps } from '#pwa/features/stamps/StampPicture.tsx'

interface TalkTextProps extends Pick<StampPictureProps, 'size'> {
  text: string
  /** Of a line that is a stamp, whose name is the text. */
  stamp: { image_path: string | null } | null | undefined
}

/** What a line of the talk says: its text, or the picture of a stamp. */
export const TalkText = ({ text, stamp, ...size }: TalkTextProps) =>
  stamp ? <StampPicture name={text} src={stamp.image_path} {...size} /> : text
