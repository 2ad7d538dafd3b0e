import type { MailTexts } from "./en.ts";

export const ptBR: MailTexts = {
  subject: "[{service}] {status}: {name}",
  subjectOf: "[{service}] {status}: {name} ({components})",
  more: { one: "mais {count}", other: "mais {count}" },
  first: "{status}: {components}",
  affected: "{component} ({status})",

  newIncident: "Um novo incidente",
  incident: "Atualização de um incidente",
  newMaintenance: "Uma nova manutenção programada",
  maintenance: "Atualização de uma manutenção programada",
  posted: "Publicado:",
  planned: "Prevista:",
  read: "Ler na página de status",
  why: "Você recebe este e-mail porque se inscreveu para receber atualizações sobre {service}.",
  manage: "Escolher o que receber",

  confirm: {
    subject: "[{service}] Confirme sua inscrição",
    first:
      "Alguém, esperamos que você, pediu para receber neste endereço avisos dos incidentes e das manutenções de {service}.",
    button: "Confirmar a inscrição",
    otherwise:
      "Se não foi você, não é preciso fazer nada: sem confirmação você não receberá mais nada, e em uma semana este endereço será apagado.",
  },
  known: {
    subject: "[{service}] Sua inscrição já existe",
    first:
      "Alguém, esperamos que você, pediu para receber neste endereço avisos dos incidentes e das manutenções de {service}. Este endereço já está inscrito.",
    otherwise: "Se não foi você, não é preciso fazer nada.",
  },
};
