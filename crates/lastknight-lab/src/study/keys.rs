//! Reads studies: the table of a measure is split into groups of keys, and serde reads each group.

use std::ops::Range;

use lastknight::quote::did_you_mean;
use serde::de::value::Error as NoValue;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::InvalidStudy;
use super::file::{
    ExactFile, GamesFile, HalvingFile, KindFile, KindKey, KindName, MeasureFile, MeasureHead,
    MirrorsFile, OracleFile, PlayFile, RowsFile, SearchCostFile, StudyFile, StudyHead,
};
use crate::spec::{line_of, toml_error};

impl StudyFile {
    pub(super) fn parse(text: &str) -> Result<Self, InvalidStudy> {
        let wrong = |error: toml::de::Error| InvalidStudy::Spec(toml_error(text, &error));
        let root = DeTable::parse(text).map_err(wrong)?;
        let head = StudyHead::deserialize(toml::Deserializer::from(root.clone())).map_err(wrong)?;
        let is_measures = |(key, _): &Entry<'_>| key.get_ref() == "measures";
        let measures = root.into_inner().into_iter().find(is_measures);
        let Some(DeValue::Array(tables)) = measures.map(|(_, value)| value.into_inner()) else {
            return Err(InvalidStudy::NoMeasures);
        };
        let measures = tables.into_iter().map(|table| MeasureKeys::new(text, table).read());
        Ok(Self { head, measures: measures.collect::<Result<_, _>>()? })
    }
}

type Entry<'i> = (Spanned<DeString<'i>>, Spanned<DeValue<'i>>);

struct MeasureKeys<'i> {
    /// The whole study.
    text: &'i str,
    span: Range<usize>,
    /// The keys that are not read yet.
    entries: Vec<Entry<'i>>,
    /// The keys of the groups read so far.
    known: Vec<&'static str>,
}

impl<'i> MeasureKeys<'i> {
    fn new(text: &'i str, table: Spanned<DeValue<'i>>) -> Self {
        let span = table.span();
        let entries = match table.into_inner() {
            DeValue::Table(table) => table.into_iter().collect(),
            _ => Vec::new(),
        };
        Self { text, span, entries, known: Vec::new() }
    }

    fn read(mut self) -> Result<MeasureFile, InvalidStudy> {
        let head: MeasureHead = self.take()?;
        let KindKey { kind } = self.take()?;
        let kind = match kind {
            KindName::Games => KindFile::Games(self.take()?, self.take()?, self.take()?),
            KindName::Oracle => KindFile::Oracle(self.take()?, self.take()?, self.take()?),
            KindName::SearchCost => KindFile::SearchCost(self.take()?, self.take()?, self.take()?),
            KindName::Exact => KindFile::Exact(self.take()?),
            KindName::Mirrors => KindFile::Mirrors(self.take()?),
            KindName::Halving => KindFile::Halving(self.take()?, self.take()?),
        };
        self.refuse_others().map_err(|error| error.within(&head.name))?;
        Ok(MeasureFile { head, kind })
    }

    /// Takes and reads the keys of a group.
    fn take<T: DeserializeOwned>(&mut self) -> Result<T, InvalidStudy> {
        let keys = keys::<T>();
        self.known.extend(keys);
        let is_own = |(key, _): &Entry<'_>| keys.contains(&key.get_ref().as_ref());
        let own = self.entries.extract_if(.., |entry| is_own(entry)).collect();
        let table = Spanned::new(self.span.clone(), DeValue::Table(own));
        let read = T::deserialize(ValueDeserializer::from(table));
        read.map_err(|error| toml_error(self.text, &error).into())
    }

    /// Keys that are left do not belong to this kind of measure.
    fn refuse_others(self) -> Result<(), InvalidStudy> {
        let Some((key, _)) = self.entries.iter().min_by_key(|(key, _)| key.span().start) else {
            return Ok(());
        };
        let (line, key) = (line_of(self.text, key.span()), key.get_ref().to_string());
        let of_others = [
            keys::<PlayFile>(),
            keys::<RowsFile>(),
            keys::<GamesFile>(),
            keys::<OracleFile>(),
            keys::<SearchCostFile>(),
            keys::<ExactFile>(),
            keys::<MirrorsFile>(),
            keys::<HalvingFile>(),
        ];
        if of_others.iter().any(|keys| keys.contains(&key.as_str())) {
            return Err(InvalidStudy::MisplacedKey(key));
        }
        let hint = did_you_mean(&key, self.known.into_iter());
        Err(InvalidStudy::UnknownKey(line, key, hint))
    }
}

/// The keys of a struct, as serde knows them.
fn keys<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut keys: &[&str] = &[];
    let _ = T::deserialize(FieldNames(&mut keys));
    keys
}

/// A deserializer that records the requested fields and has no values.
struct FieldNames<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldNames<'_> {
    type Error = NoValue;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
        Err(NoValue::custom("no struct"))
    }

    fn deserialize_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, NoValue> {
        *self.0 = fields;
        Err(NoValue::custom("keys alone"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
