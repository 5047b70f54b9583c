// The words of the desk that several screens show, in every language for staff.
import { DESK } from '@kippu/words/generated/desk';
import { joined } from '@kippu/words/staff-text';

export const DESK_WORDS = joined(DESK);
