/** Who the agent is: the tab Core of the settings. */
import { z } from 'zod'
import { field } from '../field.ts'
import { pictureAddress } from '../picture-address.ts'

/** The message is the specification's. */
const nameMissing = 'Please provide a name for the agent.'
export const agentTitleSchema = z.string().trim().min(1, nameMissing).max(200)

export const coreFields = {
  title: field(agentTitleSchema, {
    label: 'Agent Name',
    place: 'core',
    words: 'title rename',
    required: true,
    message: nameMissing,
    fallback: '',
    public: true,
    exported: true,
    own: true,
  }),
  description: field(z.string().max(2000), {
    label: 'Description',
    help: 'One line below the name',
    place: 'core',
    words: 'subtitle tagline',
    default: 'Your virtual assistant.',
    fallback: '',
    public: true,
    exported: true,
  }),
  roundedImageURL: field(pictureAddress, {
    label: 'Picture',
    help: 'A circle beside what the agent says',
    place: 'core',
    words: 'avatar image logo photo',
    fallback: '',
    public: true,
    exported: true,
  }),
  squareImageURL: field(pictureAddress, {
    label: 'Square picture',
    help: 'Where a link to the chat is shared; without it, the one above',
    place: 'core',
    words: 'image logo preview social sharing',
    exported: true,
  }),
}
