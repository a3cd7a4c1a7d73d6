/** The questions that the similarity index answers, with the type of each answer. */
import type { AnswerOf, QuestionOf } from '../../../engine/index/reader.js';
import type {
  AuditAnswer,
  AuditQuestion,
  CitationsAnswer,
  CitationsQuestion,
  DailyAnswer,
  DailyQuestion,
  DayPairsAnswer,
  DayPairsQuestion,
  EvidenceAnswer,
  EvidenceQuestion,
  GraphAnswer,
  GraphQuestion,
  GroupsAnswer,
  GroupsQuestion,
  MatchesAnswer,
  MatchesQuestion,
  TextAnswer,
  TextQuestion,
} from '../codec.js';
import type {
  JournalistAnswer,
  JournalistQuestion,
  JournalistsAnswer,
  JournalistsQuestion,
} from './journalists-codec.js';

export type SimilarityDialogue = {
  graph: { question: GraphQuestion; answer: GraphAnswer };
  evidence: { question: EvidenceQuestion; answer: EvidenceAnswer };
  groups: { question: GroupsQuestion; answer: GroupsAnswer };
  daily: { question: DailyQuestion; answer: DailyAnswer };
  matches: { question: MatchesQuestion; answer: MatchesAnswer };
  citations: { question: CitationsQuestion; answer: CitationsAnswer };
  text: { question: TextQuestion; answer: TextAnswer };
  'day pairs': { question: DayPairsQuestion; answer: DayPairsAnswer };
  audit: { question: AuditQuestion; answer: AuditAnswer };
  journalists: { question: JournalistsQuestion; answer: JournalistsAnswer };
  journalist: { question: JournalistQuestion; answer: JournalistAnswer | null };
};

export type SimilarityQuestion = QuestionOf<SimilarityDialogue>;
export type SimilarityAnswer = AnswerOf<SimilarityDialogue>;
